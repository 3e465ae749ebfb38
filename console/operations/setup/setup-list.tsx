import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { SettingHistoryButton } from '#console/operations/settings/setting-history.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type SetupStepProgress, type SetupStepState, setupStepStates } from '#contract/operations/setup/api.ts'
import { canSettleSetupStep, type SetupGroup, setupGroups, setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { invalidatedBySetup, setupApi } from './setup-api.ts'
import './setup.css'

interface Props {
  finished: boolean
  steps: readonly SetupStepProgress[]
  rowVersion: number
}

const tones: Record<SetupStepState, TagTone> = {
  done: 'good',
  settled: 'good',
  connected: 'good',
  open: 'wait',
  unset: 'wait',
  failed: 'bad',
}
const isOpen = ({ state }: SetupStepProgress): boolean => state === 'open' || state === 'unset' || state === 'failed'

function formatProgress({ finished, steps }: Props): string {
  const left = steps.filter(isOpen)
  const [next] = left
  if (next === undefined) return finished ? '商城已开业，全部就绪' : '全部就绪，可以开业'
  const rest = `还有 ${left.length} 步，共 ${steps.length} 步`
  return finished ? `商城已开业；${rest}` : `${rest}；下一步：${setupSteps[next.step].label}`
}

/** 开店准备: the steps that a mall needs before it opens, and the state of its services. */
export function SetupChecklist(props: Props) {
  const { finished, steps, rowVersion } = props
  const settle = useApiMutation(setupApi.settle, { invalidates: invalidatedBySetup })
  const finish = useApiMutation(setupApi.finish, { invalidates: invalidatedBySetup, successMessage: '已完成开店' })
  return (
    <>
      <PageHead
        title="开店准备"
        note={formatProgress(props)}
        actions={
          <>
            {rowVersion > 0 && <SettingHistoryButton group="setup" />}
            {!finished && (
              <Button type="primary" disabled={steps.some(isOpen)} loading={finish.isPending} onClick={() => finish.mutate({ rowVersion })}>
                完成开店
              </Button>
            )}
          </>
        }
      />
      {keysOf(setupGroups).map((group) => (
        <StepGroup
          key={group}
          group={group}
          steps={steps}
          busy={settle.isPending}
          settle={(step, settled) => settle.mutate({ step, settled, rowVersion })}
        />
      ))}
    </>
  )
}

interface GroupProps {
  group: SetupGroup
  steps: readonly SetupStepProgress[]
  busy: boolean
  settle: (step: SetupStepProgress['step'], settled: boolean) => void
}

function StepGroup({ group, steps, busy, settle }: GroupProps) {
  const own = steps.filter(({ step }) => setupSteps[step].group === group)
  const ready = own.filter((progress) => !isOpen(progress)).length
  const extra = (
    <span className="mute num">
      {ready} / {own.length}
    </span>
  )
  return (
    <Panel title={setupGroups[group]} extra={extra} flush>
      <ol className="setup-steps">
        {own.map((progress) => (
          <Row key={progress.step} progress={progress} busy={busy} settle={(settled) => settle(progress.step, settled)} />
        ))}
      </ol>
    </Panel>
  )
}

interface RowProps {
  progress: SetupStepProgress
  busy: boolean
  settle: (settled: boolean) => void
}

function Row({ progress, busy, settle }: RowProps) {
  const { step, state, note } = progress
  const { label, why } = setupSteps[step]
  return (
    <li>
      <div className="setup-said">
        <b>{label}</b>
        <p className="mute">{why}</p>
        {note !== '' && <p className={state === 'failed' ? 'setup-fault' : undefined}>{note}</p>}
      </div>
      <span className="setup-state">
        <Tag tone={tones[state]}>{setupStepStates[state].label}</Tag>
      </span>
      <span className="setup-acts">
        <Way step={step} />
        {canSettleSetupStep(step) && isOpen(progress) && (
          <Button size="small" disabled={busy} aria-label={`${label}：已核对或不需要`} onClick={() => settle(true)}>
            已核对或不需要
          </Button>
        )}
        {state === 'settled' && (
          <Button size="small" type="text" disabled={busy} aria-label={`${label}：重新检查`} onClick={() => settle(false)}>
            重新检查
          </Button>
        )}
      </span>
    </li>
  )
}

/** The place of a step. Services are set up on the server, because their accounts have secrets. */
function Way({ step }: { step: SetupStepProgress['step'] }) {
  const stepInfo = setupSteps[step]
  if (stepInfo.screen === null) return <span className="mute">在服务器的环境设置中配置</span>
  return (
    <Link to={stepInfo.screen} search={'setting' in stepInfo ? { group: stepInfo.setting } : {}} aria-label={`去办理：${stepInfo.label}`}>
      去办理
    </Link>
  )
}
