import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useFieldProblem } from './editor-context.ts'

/** The attributes of a control that mark it as invalid, with the reason. */
export interface FieldAriaProps {
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface Props {
  path: string
  label: ReactNode
  required?: boolean
  /** Data that helps to fill it. */
  help?: ReactNode
  className?: string
  /** The problem, if it is not at the path itself. */
  wrong?: string | undefined
  /** Whether it has several controls with their own names. */
  group?: boolean
  children: (id: string, marks: FieldAriaProps) => ReactNode
}

/** Tab leaves a field without selecting: an open select would otherwise take its highlighted option. */
export const stopTabPropagation = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation()
}

/** A field of the editor: its label, its control, and its problem. */
export function EditorField({ path, label, required = false, help, className = '', wrong: given, group = false, children }: Props) {
  const id = useId()
  const told = useFieldProblem(path)
  const wrong = given ?? told
  const why = `${id}-wrong`
  const mark = required ? 'goods-label goods-required' : 'goods-label'
  const Frame = group ? 'fieldset' : 'div'
  return (
    <Frame
      data-path={path}
      className={`goods-field ${wrong === undefined ? '' : 'goods-field-wrong'} ${className}`}
      onKeyDownCapture={stopTabPropagation}
    >
      {group ? (
        <legend className={mark}>{label}</legend>
      ) : (
        <label htmlFor={id} className={mark}>
          {label}
        </label>
      )}
      {children(id, wrong === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': why })}
      {wrong !== undefined && (
        <p id={why} className="goods-wrong">
          {wrong}
        </p>
      )}
      {help !== undefined && <small className="mute">{help}</small>}
    </Frame>
  )
}
