import type { ReactNode } from 'react'

/** A component in all its states. */
export function ComponentSample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel mt-3 min-w-0 p-4 md:mt-4 md:p-5">
      <h2 className="mb-3 text-lg">{title}</h2>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-5">{children}</div>
    </section>
  )
}

/** A state with its name above it. With `wide` it has a row of its own. */
export function ComponentSampleState({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'w-full' : 'max-w-full'}`}>
      <p className="mb-1.5 text-xs text-mute">{name}</p>
      {children}
    </div>
  )
}
