/** Who the applicant is, as far as somebody said: a person who is known, or another one. */
export interface PersonChoice {
  personId?: string
  newPerson?: boolean
}

export const undecided: PersonChoice = {}
