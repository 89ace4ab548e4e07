/** How this screen is to be read: its language, by its own name; light or dark. */
import { choose, THEMES, type Theme, theme } from './screen.ts'
import { LANGUAGES, type Language, language, speak, t } from './words.ts'

const NAMES = { auto: 'asDevice', light: 'lightTheme', dark: 'darkTheme' } as const

export function Languages({ chosen }: { chosen: () => void }) {
  return (
    <span class="languages">
      <select
        aria-label={t('lightOrDark')}
        value={theme()}
        onChange={(e) => {
          choose(e.currentTarget.value as Theme)
          chosen()
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {t(NAMES[name])}
          </option>
        ))}
      </select>
      <select
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
    </span>
  )
}
