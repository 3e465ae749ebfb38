import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { subscribeToScreenLeave } from '#ui/on-leave.ts'

/** Calls `leave` whenever a person leaves the current screen, while a component is mounted. It closes windows that the component has opened. */
export function useOnScreenLeave(leave: () => unknown): void {
  const { history } = useRouter()
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => subscribeToScreenLeave(history, () => latest.current()), [history])
}
