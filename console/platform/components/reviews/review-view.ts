/** The day by which a submission is answered, 'YYYY-MM-DD' in Shanghai, and whether it still waits. */
export interface PromisedDay {
  day: string
  waiting: boolean
}

/** The promised day has passed. */
export const isReviewLate = ({ day, waiting }: PromisedDay, today: string): boolean => waiting && today > day
