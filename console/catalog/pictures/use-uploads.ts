import { useRef, useState } from 'react'
import type { GoodsLibraryPicture } from '#contract/catalog/pictures/picture-api.ts'
import { formatError } from '#ui/format-error.ts'
import { getPictureFileError } from '#ui/picture-file.ts'
import { createInOrderUploadQueue } from './arrival-queue.ts'
import { pictureApi } from './pictures-api.ts'

/** An upload in progress. It leaves the list when it has arrived. */
export interface LibraryPictureUpload {
  key: number
  name: string
  state: 'waiting' | 'uploading' | 'failed'
  /** Why it failed. */
  why?: string
}

/** The server encodes two pictures at once. More parallel uploads would only wait there. */
const AT_ONCE = 2

/**
 * Uploads pictures, a few at a time. `arrived` gets them in the order of selection, because buyers see the first one in lists; it may be
 * called several times between two renderings.
 */
export function usePictureUploads(arrived: (picture: GoodsLibraryPicture) => void) {
  const [uploads, setUploads] = useState<readonly LibraryPictureUpload[]>([])
  const [done, setDone] = useState(0)
  const queue = useRef<{ key: number; file: File }[]>([])
  const running = useRef(0)
  const keys = useRef(0)
  const [order] = useState(() => createInOrderUploadQueue<GoodsLibraryPicture>())

  const removeUpload = (key: number) => setUploads((was) => was.filter((one) => one.key !== key))
  const change = (key: number, part: Partial<LibraryPictureUpload>) =>
    setUploads((was) => was.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const startNext = (): void => {
    const next = running.current < AT_ONCE ? queue.current.shift() : undefined
    if (!next) return
    running.current++
    change(next.key, { state: 'uploading' })
    pictureApi
      .upload({}, { file: next.file })
      .then((picture) => {
        removeUpload(next.key)
        setDone((was) => was + 1)
        order.settle(next.key, picture).forEach(arrived)
      })
      .catch((error: unknown) => {
        change(next.key, { state: 'failed', why: formatError(error) })
        order.settle(next.key).forEach(arrived)
      })
      .finally(() => {
        running.current--
        startNext()
      })
    startNext()
  }
  const bring = (files: readonly File[]): void => {
    if (queue.current.length === 0 && running.current === 0) setDone(0)
    const brought = files.map((file) => ({ key: ++keys.current, file, why: getPictureFileError(file) }))
    const shown = brought.map(
      ({ key, file, why }): LibraryPictureUpload =>
        why === undefined ? { key, name: file.name, state: 'waiting' } : { key, name: file.name, state: 'failed', why },
    )
    setUploads((was) => [...was, ...shown])
    const sent = brought.filter(({ why }) => why === undefined)
    order.expect(sent.map(({ key }) => key))
    queue.current.push(...sent)
    startNext()
  }
  const pending = uploads.filter(({ state }) => state !== 'failed').length
  return { uploads, pending, done, bring, removeUpload }
}
