/** The page's language, by its own name. */
import { LANGUAGES, type Language, language, speak } from './words.ts'

export function Languages({ chosen }: { chosen: () => void }) {
  return (
    <select
      class="languages"
      aria-label="Language"
      value={language()}
      onChange={(e) => {
        speak(e.currentTarget.value as Language)
        chosen()
      }}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
