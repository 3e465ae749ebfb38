import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { SubmissionReading } from '#contract/people/verification/api.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { countDifferences, readingResults } from './verification-view.ts'

/** What was read from the papers and found in the register, beside what was submitted, with the differences marked. */
export const Readings = ({ readings }: { readings: readonly SubmissionReading[] }) => (
  <Panel title="识别与提交对照" extra={<span className="review-none">{describeDifferences(readings)}</span>}>
    {readings.length === 0 ? (
      <p className="review-none">填写时没有识别图片，也没有查询工商登记</p>
    ) : (
      readings.map((reading) => <ReadingTable key={`${reading.source} ${reading.label}`} reading={reading} />)
    )}
  </Panel>
)

/** The same for an earlier submission: only what differs, masked. */
export const DifferencesOfSubmission = ({ readings }: { readings: readonly SubmissionReading[] }) => {
  const rows = readings.flatMap(({ label, rows }) => rows.map((row) => ({ paper: label, ...row })))
  const marked = rows.filter(({ result }) => readingResults[result].marked)
  if (rows.length === 0) return null
  return (
    <small>
      {marked.length === 0
        ? '识别与提交一致'
        : marked
            .map(
              ({ paper, label, read, submitted, result }) =>
                `${paper}${label} ${read}，${submitted === null ? readingResults[result].label : `提交 ${submitted}`}`,
            )
            .join('；')}
    </small>
  )
}

const describeDifferences = (readings: readonly SubmissionReading[]): string => {
  if (readings.length === 0) return ''
  const count = countDifferences(readings)
  return count === 0 ? '没有差异' : `${count} 处需要核对`
}

const ReadingTable = ({ reading: { label, at, rows } }: { reading: SubmissionReading }) => (
  <table className="review-readings">
    <caption>
      {label} <span className="num">{formatShanghaiTimeToMinute(at)}</span>
    </caption>
    <thead>
      <tr>
        <th scope="col">项目</th>
        <th scope="col">识别或查询</th>
        <th scope="col">提交</th>
        <th scope="col">结果</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label: name, read, submitted, result }) => (
        <tr key={name} className={readingResults[result].marked ? 'marked' : ''}>
          <th scope="row">{name}</th>
          <td>{read}</td>
          <td>{submitted ?? '—'}</td>
          <td>
            <Tag tone={readingResults[result].tone}>{readingResults[result].label}</Tag>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
