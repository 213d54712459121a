/** Which person the applicant is: an existing one, a new one, or (empty) not decided yet. */
export interface PersonChoice {
  personId?: string
  newPerson?: boolean
}

export const undecided: PersonChoice = {}
