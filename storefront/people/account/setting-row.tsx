import type { ReactNode } from 'react'

/** A row of the settings: its name, its value, and its action. */
export function SettingRow({ word, value, children }: { word: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-15 items-center gap-3 border-t border-line-soft py-2 first:border-t-0 md:gap-6">
      <dt className="w-16 shrink-0 text-mute md:w-24">{word}</dt>
      <dd className="min-w-0 flex-1 break-words">{value}</dd>
      <dd className="shrink-0">{children}</dd>
    </div>
  )
}
