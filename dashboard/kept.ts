/** What this browser keeps for the pages; one that keeps nothing (a private window, a page within another) shows them all the same. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // then it holds until the page is closed
  }
}
