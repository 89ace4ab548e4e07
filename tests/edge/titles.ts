/** What browsers' tabs are called, by language and page. */
export const LANGUAGES_AND_TITLES = {
  en: { '/': 'Referee page', '/buying': 'What to buy' },
  it: { '/': 'Pagina dell’arbitro', '/buying': 'Che cosa comprare' },
  de: { '/': 'Seite des Schiedsrichters', '/buying': 'Was man kauft' },
} as const
