import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** Who did something, and when. */
export const AuthorAndTime = ({ name, at }: { name: string; at: Date }) => (
  <span className="two-lines">
    <span>{name}</span>
    <small className="num">{formatShanghaiTimeToMinute(at)}</small>
  </span>
)
