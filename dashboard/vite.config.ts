import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const page = (name: string) => fileURLToPath(new URL(`./${name}.html`, import.meta.url))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // pages are served below their own address too (/overlay/radar), so files are named from the root
  base: '/',
  build: { outDir: 'dist', emptyOutDir: true, rolldownOptions: { input: { index: page('index'), overlay: page('overlay'), setup: page('setup') } } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
