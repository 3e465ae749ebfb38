import type { FormEventHandler, ReactNode } from 'react'

export const PanelForm = ({ onSubmit, children }: { onSubmit: FormEventHandler; children: ReactNode }) => (
  <form noValidate onSubmit={onSubmit} className="panel flex flex-col gap-3 p-4 md:p-6">
    {children}
  </form>
)

/** A group of fields with a title, in two columns if there is space. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="max-w-[720px]">
    <legend className="mb-3 text-md font-semibold">{title}</legend>
    <div className="grid gap-x-4 gap-y-1 md:grid-cols-2">{children}</div>
  </fieldset>
)
