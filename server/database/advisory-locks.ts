/** The numbers of PostgreSQL's advisory locks: of each, one at a time in all processes, while the others wait or pass it over. */
export const advisoryLocks = {
  /** Whoever gives a number to a member. */
  numbering: 7_305_001,
  /** Whoever creates the organisation. */
  setup: 7_305_002,
  /** The daily work, with the place of each area's part as the second number; other processes leave it to the one that has it. */
  maintenance: 7_305_003,
  /** What categories and states mean: alone to change it, shared to give a member one of them. See `members/states.ts`. */
  meanings: 7_305_004,
  /** Generations of quotas: the second finds nothing left to do. Whoever takes a price back asks whether there is one. */
  quotaGeneration: 7_305_011,
  /** Whoever tells debtors: nobody is told twice. */
  notices: 7_305_012,
  /** Whoever asks for a generation of quotas. */
  quotaAsking: 7_305_013,
  /** Issues of cards: the second finds who has a card already. Shared by those who issue a single card. */
  cardIssue: 7_305_021,
  /** Whoever asks for cards on paper: no card is drawn for two. */
  cardPrinting: 7_305_022,
} as const
