import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { SubmissionReading } from '#contract/people/verification/api.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { countDifferences, describeMissingReading, isMarkedWithoutValues, readingResults } from './verification-view.ts'

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

/** The same for an earlier submission: only what needs a look, masked. */
export const DifferencesOfSubmission = ({ readings }: { readings: readonly SubmissionReading[] }) => {
  if (readings.length === 0) return null
  const texts = readings.flatMap((reading) => [
    ...[describeMissingReading(reading) ?? []].flat().map((missing) => `${reading.label}${missing}`),
    ...reading.rows
      .filter(({ result }) => readingResults[result].marked)
      .map(
        ({ label, read, submitted, result }) =>
          `${reading.label}${label} ${read}，${submitted === null ? readingResults[result].label : `提交 ${submitted}`}`,
      ),
  ])
  return <small>{texts.length === 0 ? '识别与提交一致' : texts.join('；')}</small>
}

const describeDifferences = (readings: readonly SubmissionReading[]): string => {
  if (readings.length === 0) return ''
  const count = countDifferences(readings)
  if (count > 0) return `${count} 处需要核对`
  return readings.every(({ outcome }) => outcome === 'read') ? '没有差异' : '部分没有得到结果'
}

const ReadingTable = ({ reading }: { reading: SubmissionReading }) => (
  <table className="review-readings">
    <caption>
      {reading.label} <span className="num">{formatShanghaiTimeToMinute(reading.at)}</span>
    </caption>
    {reading.rows.length > 0 && (
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">识别或查询</th>
          <th scope="col">提交</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
    )}
    <tbody>
      <MissingRow reading={reading} />
      {reading.rows.map(({ label: name, read, submitted, result }) => (
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

/** The row of a reading that has brought no values. */
function MissingRow({ reading }: { reading: SubmissionReading }) {
  const missing = describeMissingReading(reading)
  if (missing === undefined) return null
  return (
    <tr className={isMarkedWithoutValues(reading) ? 'marked' : ''}>
      <td colSpan={4}>{missing}</td>
    </tr>
  )
}
