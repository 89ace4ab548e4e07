import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(`./${name}.html`, import.meta.url))

const PAGES = ['index', 'overlay', 'setup', 'sheet', 'public', 'device', 'certificate', 'buying']

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // pages are served below their own address too (/overlay/radar), so files are named from the root
  base: '/',
  build: { outDir: 'dist', emptyOutDir: true, rolldownOptions: { input: Object.fromEntries(PAGES.map((name) => [name, page(name)])) } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
