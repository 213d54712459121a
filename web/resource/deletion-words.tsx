/** Answer of `GET {resource}/:id/deletion`. */
export interface DeletionPreview {
  /** Why the record cannot be deleted. */
  refusal: string | null
  /** What is deleted with it. */
  also: string[]
}

interface DeletionWordsProps extends Pick<DeletionPreview, 'also'> {
  mayRestore: boolean
  consequence: string | undefined
}

/** The consequences of a deletion, shown in the question. */
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
