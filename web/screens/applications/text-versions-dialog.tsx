import { useQuery } from '@tanstack/react-query'
import { applicationTextNames, applicationTextOf } from '@agremia/resources/application-texts.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useTerminology } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { dayOf } from './application-cells.tsx'
import classes from './texts-settings.module.css'

interface TextVersionsDialogProps {
  text: StoredRecord
  onClose: () => void
}

/** All versions of a text, newest first, so that the staff can read what an applicant accepted. */
export function TextVersionsDialog({ text, onClose }: TextVersionsDialogProps) {
  const terminology = useTerminology()
  const parent = { resource: 'memberApplicationTexts', id: text._id }
  const query = listQuery('memberApplicationTextVersions', { parent, sort: '-textVersion', limit: 200 })
  const versions = useQuery(query).data?.data
  const name = applicationTextNames.find((known) => known === text.name)
  const title = name ? fillTerms(applicationTextOf(name).label, terminology) : 'Texto'
  return (
    <Dialog title={`Versões: ${title}`} width="44rem" onClose={onClose}>
      {versions ? (
        <ol className={classes.versions}>
          {versions.map((version) => (
            <li key={version._id}>
              <strong>Versão {String(version.textVersion)}</strong>
              <span className={classes.version}> desde {dayOf(String(version.validFrom))}</span>
              <p className={classes.whole}>{fillTerms(String(version.body ?? 'Sem texto.'), terminology)}</p>
            </li>
          ))}
        </ol>
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Dialog>
  )
}
