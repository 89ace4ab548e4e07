#!/usr/bin/env node
// Starts the TypeScript sources as they are; no build step stands between the code that is read and the code that runs.
import { register } from 'tsx/esm/api'

register()
await import('./main.ts')
