import { Button, Form } from 'antd'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { SideDrawer } from './dialog.tsx'
import { isFormChanged } from './unsaved.ts'
import { useConfirm } from './use-confirm.tsx'

/** Whether a drawer is open, and its subject, which stays during the closing animation. */
export interface DrawerState<T> {
  subject: T | undefined
  open: boolean
  close: () => void
}

export function useDrawer<T>(): DrawerState<T> & { show: (subject: T) => void } {
  const [subject, setSubject] = useState<T>()
  const [open, setOpen] = useState(false)
  return {
    subject,
    open,
    close: () => setOpen(false),
    show: (next) => {
      setSubject(() => next)
      setOpen(true)
    },
  }
}

interface Props<Values> {
  title: string
  open: boolean
  close: () => void
  /** The call is running. */
  busy: boolean
  initial: Partial<Values>
  submit: (values: Values) => void
  submitText: string
  /** The action cannot be undone. */
  grave?: boolean
  /** Wider, for a form with a table. */
  wide?: boolean
  children: ReactNode
}

/** Returns whether closing would lose input. */
type Unsaved = () => boolean

/**
 * A form in a drawer: its fields with immediate validation, and one button that blocks while the call runs. Closing it with unsaved input
 * asks first. While the call runs there is nothing left to lose.
 */
export function FormDrawer<Values extends object>(props: Props<Values>) {
  const { title, open, close, busy, submitText, grave = false, wide = false } = props
  const id = useId()
  const unsaved = useRef<Unsaved>(null)
  const confirm = useConfirm()
  const leave = () => {
    if (busy || !unsaved.current?.()) return close()
    confirm({
      title: '放弃已填写的内容？',
      content: '关闭后需要重新填写。',
      okText: '放弃',
      stay: '继续填写',
      grave: true,
      run: async () => close(),
    })
  }
  return (
    <SideDrawer
      title={title}
      open={open}
      close={close}
      leave={leave}
      size={wide ? 760 : 440}
      mask={{ closable: false }}
      footer={
        <div className="drawer-foot">
          <Button onClick={leave}>取消</Button>
          <Button type="primary" danger={grave} htmlType="submit" form={id} loading={busy}>
            {submitText}
          </Button>
        </div>
      }
    >
      <Fields {...props} id={id} unsaved={unsaved} />
    </SideDrawer>
  )
}

interface FieldsProps<Values> extends Props<Values> {
  id: string
  unsaved: Ref<Unsaved>
}

function Fields<Values extends object>({ id, initial, submit, busy, open, children, unsaved }: FieldsProps<Values>) {
  const [form] = Form.useForm<Values>()
  // The values when the form opened. `initial` may change with the server's data, but the fields do not.
  const [was] = useState(initial)
  useImperativeHandle(unsaved, () => () => isFormChanged(was, form.getFieldsValue(true)), [was, form])
  return (
    <Form<Values>
      id={id}
      name={id}
      form={form}
      layout="vertical"
      initialValues={initial}
      validateTrigger="onChange"
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => {
        // It is not sent twice, and not during the closing animation.
        if (!busy && open) submit(values)
      }}
    >
      {children}
    </Form>
  )
}
