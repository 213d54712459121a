/** What `GET {resource}/:id/deletion` answers. */
export interface ForeseenDeletion {
  /** Why the record cannot be deleted. */
  refusal: string | null
  /** What goes along with it. */
  also: string[]
}

interface DeletionWordsProps extends Pick<ForeseenDeletion, 'also'> {
  mayRestore: boolean
  consequence: string | undefined
}

/** What follows from a deletion, said before it. */
export function DeletionWords({ also, mayRestore, consequence }: DeletionWordsProps) {
  return (
    <>
      {also.length > 0 && (
        <>
          <p>Também se elimina:</p>
          <ul>
            {also.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {consequence !== undefined && <p>{consequence}</p>}
      <p>
        {mayRestore
          ? 'Durante 30 dias é possível recuperar.'
          : 'Durante 30 dias, a secretaria pode recuperar.'}
      </p>
    </>
  )
}
