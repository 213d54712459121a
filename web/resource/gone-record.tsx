import { useInfiniteQuery } from '@tanstack/react-query'
import { isId } from '@agremia/resources/coerce.ts'
import { deletedQuery, useMayRestore } from './deletions.ts'
import { RecordHistory } from './record-history.tsx'
import classes from './gone-record.module.css'

/** History of a recently deleted record, with a restore button. */
export function GoneRecord({ resource, id }: { resource: string; id: string | undefined }) {
  const mayRestore = useMayRestore(resource)
  return mayRestore && id !== undefined && isId(id) ? <GoneHistory resource={resource} id={id} /> : null
}

function GoneHistory({ resource, id }: { resource: string; id: string }) {
  const deleted = useInfiniteQuery(deletedQuery({ resource, recordId: id })).data
  if (deleted === undefined || deleted.total === 0) return null
  return (
    <section className={classes.gone} aria-labelledby="historico-do-eliminado">
      <h2 id="historico-do-eliminado" className={classes.title}>
        Ainda se pode recuperar
      </h2>
      <RecordHistory resource={resource} id={id} />
    </section>
  )
}
