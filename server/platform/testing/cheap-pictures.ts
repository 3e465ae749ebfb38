import type { AvifOptions, Sharp } from 'sharp'
import { loadSharp } from '#server/platform/core/picture-library.ts'

/** Compresses a picture a little less and takes a fifth of the time. */
const CHEAP: AvifOptions = { effort: 0 }

/**
 * A setup of the stories: an AVIF is encoded with the least effort, unless its encoder asks for another one. At the server's effort the
 * three sizes of one picture of goods took half a second of CPU time, and no story looks at the number of their bytes. The journeys upload
 * to the real server.
 */
const pictures = Object.getPrototypeOf(loadSharp()()) as Sharp & { isCheap?: true }
// Files of one worker share the library, and each of them runs this.
if (!pictures.isCheap) {
  const { avif } = pictures
  pictures.avif = function (options) {
    return avif.call(this, Object.assign({}, CHEAP, options))
  }
  pictures.isCheap = true
}
