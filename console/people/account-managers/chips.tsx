import type { EnterpriseTag } from '#contract/people/account-managers/notes-api.ts'
import './account-managers.css'

/** The tags of a company. */
export const EnterpriseTagChips = ({ tags }: { tags: readonly EnterpriseTag[] }) => (
  <span className="chips">
    {tags.map(({ tagId, name }) => (
      <span key={tagId} className="chip">
        {name}
      </span>
    ))}
  </span>
)
