/** The day by which a submission is answered, 'YYYY-MM-DD' in Shanghai, and whether it still waits. */
export interface ReviewDueDay {
  day: string
  waiting: boolean
}

/** The promised day has passed. */
export const isReviewLate = ({ day, waiting }: ReviewDueDay, today: string): boolean => waiting && today > day
