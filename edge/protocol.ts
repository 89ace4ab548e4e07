/** Messages between server and screens: one schema for both ends, versioned. */
export * from './protocol/client.ts'
export * from './protocol/server.ts'
export * from './protocol/setup.ts'
export * from './protocol/words.ts'
