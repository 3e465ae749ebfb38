import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/states.tsx'
import { CentreLayout } from './centre-layout.tsx'

interface Props {
  title: string
  /** What the code is for: 查看订单. */
  what: string
  /** Which code is missing, and who can give it (`useLack`). */
  lack: string
}

/** A page of the centre in front of somebody who lacks the code for it. */
export const NoRight = ({ title, what, lack }: Props) => (
  <CentreLayout title={title}>
    <div className="panel">
      <Empty title={`没有${what}的权限`} hint={lack} action={<ButtonLink to="/">回到首页</ButtonLink>} />
    </div>
  </CentreLayout>
)
