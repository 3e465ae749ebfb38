import { useEffect, useState } from 'react'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'

const MINUTE_MS = 60_000

/** The current time, updated every `everyMs`. It is the only place where a screen reads the clock. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(Date.now())), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Today in Asia/Shanghai, 'YYYY-MM-DD'. */
export const useToday = (): string => toShanghaiDay(useNow())

/** The time now, for what is done outside of rendering. */
export const getCurrentTime = (): Date => new Date(Date.now())
