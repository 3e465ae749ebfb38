import { Button, Drawer, Form } from 'antd'
import { type ReactNode, useId, useState } from 'react'

/** Whether a drawer is open, and about what: what it is about stays while it slides shut. */
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

/**
 * Where drawers and questions live: an element of the page's own. In the body itself antd would lock its scrolling with a style
 * that carries no nonce; the page does that by its style sheet.
 */
export const overlays = (): HTMLElement => document.getElementById('overlays') ?? document.body

interface Props<Values> {
  title: string
  open: boolean
  close: () => void
  /** The call is under way. */
  busy: boolean
  initial: Partial<Values>
  submit: (values: Values) => void
  submitText: string
  /** What is pressed cannot be taken back. */
  grave?: boolean
  /** Wider, for a form with a table in it. */
  wide?: boolean
  children: ReactNode
}

/** A form at the side: its fields, what is wrong with them at once, and one button that blocks while it works. */
export function FormDrawer<Values extends object>(props: Props<Values>) {
  const { title, open, close, busy, submitText, grave = false, wide = false } = props
  const id = useId()
  return (
    <Drawer
      title={title}
      open={open}
      onClose={close}
      size={wide ? 760 : 440}
      destroyOnHidden
      mask={{ closable: false }}
      getContainer={overlays}
      footer={
        <div className="drawer-foot">
          <Button onClick={close}>取消</Button>
          <Button type="primary" danger={grave} htmlType="submit" form={id} loading={busy}>
            {submitText}
          </Button>
        </div>
      }
    >
      <Fields {...props} id={id} />
    </Drawer>
  )
}

function Fields<Values extends object>({ id, initial, submit, busy, children }: Props<Values> & { id: string }) {
  const [form] = Form.useForm<Values>()
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
        if (!busy) submit(values)
      }}
    >
      {children}
    </Form>
  )
}
