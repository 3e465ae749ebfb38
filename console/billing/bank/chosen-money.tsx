import { Alert } from 'antd'
import type { ReactNode } from 'react'
import './bank.css'

/** A rule of its own: with `required` antd marks the group of boxes as a required field, which a group cannot be. */
export const createRequireOneRule = (message: string) => async (_: unknown, chosen: readonly string[]) => {
  if (chosen.length === 0) throw new Error(message)
}

/** What of the chosen money stayed as it was, each with the reason; nothing if all of it was done. */
export const RefusedMoney = ({ title, rows }: { title: string; rows: readonly { key: string; about: ReactNode; why: string }[] }) =>
  rows.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      className="notice"
      title={title}
      description={
        <ul className="exact-refused">
          {rows.map(({ key, about, why }) => (
            <li key={key}>
              {about}：{why}
            </li>
          ))}
        </ul>
      }
    />
  )
