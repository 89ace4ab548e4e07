/** A page to keep beside OBS: it waits for the device and then shows its overlay, whichever of the two was started first. */

/** `root` is where the device was reached, e.g. `http://192.168.1.20:4310`. */
export const waitingPage = (root: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Greenline - overlay</title>
    <style>
      html, body { background: transparent; }
    </style>
  </head>
  <body>
    <script>
      // add what the overlay understands, e.g. '?delay=2000&theme=light'
      const overlay = ${JSON.stringify(`${root}/overlay`)} + location.search
      async function wait() {
        try {
          await fetch(${JSON.stringify(`${root}/api/health`)}, { mode: 'no-cors', cache: 'no-store' })
        } catch {
          return setTimeout(wait, 1000)
        }
        location.replace(overlay)
      }
      wait()
    </script>
  </body>
</html>
`
