import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useFieldProblem } from './editor-context.ts'

interface Props {
  path: string
  label: ReactNode
  required?: boolean
  /** What helps to fill it. */
  help?: ReactNode
  className?: string
  children: (id: string) => ReactNode
}

/** Tab leaves a field and never chooses: an open select would take its marked option with it. */
const keepTab = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation()
}

/** A field of the editor: its label, its control, and what is wrong with it. */
export function Field({ path, label, required = false, help, className = '', children }: Props) {
  const id = useId()
  const wrong = useFieldProblem(path)
  return (
    <div
      data-path={path}
      className={`goods-field ${wrong === undefined ? '' : 'goods-field-wrong'} ${className}`}
      onKeyDownCapture={keepTab}
    >
      <label htmlFor={id} className={required ? 'goods-required' : undefined}>
        {label}
      </label>
      {children(id)}
      {wrong !== undefined && (
        <p className="goods-wrong" role="alert">
          {wrong}
        </p>
      )}
      {help !== undefined && <small className="mute">{help}</small>}
    </div>
  )
}
