import { useEffect, useRef, useState } from 'react'
import type { CallOptions } from '#contract/platform/core/client.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'

/** A picture that needs the caller's token, during and after loading. `url` is valid while the component is mounted. */
export type PictureLoadState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'shown'; url: string; type: string; name: string }
  | { state: 'failed'; error: unknown; again: () => void }

/**
 * Fetches a picture with the caller's token, which an `<img src>` cannot send, and returns an object URL: `useAuthenticatedPicture(fileId, (options) =>
 * filesApi.viewFile({ fileId }, options))`. `key` names the picture: another key fetches another one, null fetches none. Nothing is cached
 * when the component unmounts, because each access to an identity document must be logged.
 */
export function useAuthenticatedPicture(key: string | null, load: (options: CallOptions) => Promise<BinaryFile>): PictureLoadState {
  const [picture, setPicture] = useState<PictureLoadState>({ state: key === null ? 'none' : 'loading' })
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the same picture again
  useEffect(() => {
    if (key === null) return setPicture({ state: 'none' })
    const leaving = new AbortController()
    let url: string | undefined
    setPicture({ state: 'loading' })
    latest.current({ signal: leaving.signal }).then(
      ({ type, bytes, name }) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(new Blob([bytes], { type }))
        setPicture({ state: 'shown', url, type, name })
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setPicture({ state: 'failed', error, again: () => setAttempt((tried) => tried + 1) })
      },
    )
    return () => {
      leaving.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [key, attempt])
  return picture
}
