interface Props {
  /** What the server does. */
  label: string
  done: number
  of: number
  /** Both numbers, for people. */
  text: string
  note: string
}

/** The progress of long work on the server that nobody has to wait for. */
export const ServerWorkProgress = ({ label, done, of, text, note }: Props) => (
  <div className="work-progress">
    <progress aria-label={label} value={done} max={of} />
    <span className="num">{text}</span>
    <span className="mute">{note}</span>
  </div>
)
