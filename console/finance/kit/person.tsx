/** Who did something, and when. */
export const Person = ({ name, at }: { name: string; at: string }) => (
  <span className="two-lines">
    <span>{name}</span>
    <small className="num">{at}</small>
  </span>
)
