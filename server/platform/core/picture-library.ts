import { loadOnFirstUse } from './module-loading.ts'

/** Loads the library for pictures, with one thread per picture and no cache of decoded pictures. */
export const loadSharp = loadOnFirstUse<typeof import('sharp').default>('sharp', (sharp) => {
  sharp.concurrency(1)
  sharp.cache(false)
})
