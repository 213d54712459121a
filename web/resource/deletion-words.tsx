/** What `GET {resource}/:id/deletion` answers. */
export interface ForeseenDeletion {
  /** Why the record cannot be deleted. */
  refusal: string | null
  /** What goes along with it. */
  also: string[]
}

/** What follows from a deletion, said before it. */
export function DeletionWords({
  also,
  mayRestore,
}: Pick<ForeseenDeletion, 'also'> & { mayRestore: boolean }) {
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
      <p>
        {mayRestore
          ? 'Durante 30 dias é possível recuperar.'
          : 'Durante 30 dias, a secretaria pode recuperar.'}
      </p>
    </>
  )
}
