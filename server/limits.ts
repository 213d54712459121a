/** How many members a generation of quotas names. Counts are always complete. */
export const quotaRunLimits = {
  /** For each reason in a preview: as many as fit beside the reason. */
  namedInPreview: 5,
  /** When somebody asks who they are, and in the result of a generation: more are looked up in the list of members. */
  listed: 500,
} as const
