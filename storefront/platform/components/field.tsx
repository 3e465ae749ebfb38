import { type ComponentProps, type ReactNode, useId } from 'react'

/** The style of an input field. */
export const INPUT_CLASSES =
  'h-11 w-full rounded-control border border-line bg-white px-3 text-md transition-colors hover:border-placeholder focus:border-jade aria-invalid:border-danger disabled:bg-paper disabled:text-mute'

export interface FieldFrameProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
}

/** A label, its field and the error message, connected for screen readers. */
export function Field({
  label,
  error,
  hint,
  required,
  children,
}: FieldFrameProps & { children: (ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode }) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm text-mute">
        {required && <span className="mr-0.5 text-danger">*</span>}
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error !== undefined })}
      <p
        id={about}
        className={`mt-1 min-h-5 text-sm ${hint === undefined ? '' : 'mb-2'} ${error === undefined ? 'text-mute' : 'text-danger'}`}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? hint}
      </p>
    </div>
  )
}

/** A single-line text field. */
export function TextField({ label, error, hint, required = false, className = '', ...input }: FieldFrameProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => <input {...ids} {...input} required={required} className={`${INPUT_CLASSES} ${className}`} />}
    </Field>
  )
}

/** A multi-line text field with the number of remaining characters. */
export function TextAreaField({
  label,
  error,
  hint,
  required = false,
  className = '',
  ...input
}: FieldFrameProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(ids) => <textarea {...ids} rows={3} {...input} required={required} className={`${INPUT_CLASSES} h-auto py-2 ${className}`} />}
    </Field>
  )
}
