import { Button, Stack } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import classes from './nif-taken-dialog.module.css'
import type { Match } from './use-matches.ts'

/** What can be done with an application that cannot be accepted as it is. */
export interface WaysOut {
  /** Opens the form at the NIF. */
  onCorrect: () => void
  /** Absent where the state of the application does not allow it. */
  onDuplicate: (() => void) | undefined
}

interface NifTakenDialogProps {
  holder: Match
  record: StoredRecord
  ways: WaysOut
  onClose: () => void
}

/** Instead of an acceptance that would fail: the NIF is that of a member, or of somebody deceased. Says the ways out. */
export function NifTakenDialog({ holder, record, ways, onClose }: NifTakenDialogProps) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  const { name, memberNumber, stateLabel, memberId, isMember } = holder
  return (
    <Dialog
      title={`${String(record.name)} não pode ser aceite assim`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <Stack gap="1rem" className={classes.body}>
        <p>
          O NIF da candidatura é de{' '}
          {[name, memberNumber !== null && `n.º\u00A0${memberNumber}`].filter(Boolean).join(', ')}
          {stateLabel !== null && ` (${stateLabel})`}.
        </p>
        {ways.onDuplicate && (
          <Way
            label="Marcar como duplicada"
            about={`${isMember ? 'É a mesma pessoa, que já está inscrita' : 'É a mesma pessoa'}: a candidatura fica encerrada.`}
            onChoose={ways.onDuplicate}
          />
        )}
        <Way
          label="Corrigir o NIF"
          about="São pessoas diferentes: corrija o NIF na candidatura e aceite-a depois."
          onChoose={ways.onCorrect}
        />
        {memberId !== null && (
          <div>
            <Button component={AppLink} to={paths.record(memberId)} variant="default">
              {fillTerms('Ver {memberSingular}', terminology)}
            </Button>
            <p className={classes.about}>
              {isMember
                ? 'Se a pessoa quer voltar ao ativo, o estado muda-se na ficha, sem candidatura.'
                : 'Se o estado está errado, corrige-se na ficha.'}
            </p>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}

interface WayProps {
  label: string
  about: string
  onChoose: () => void
}

function Way({ label, about, onChoose }: WayProps) {
  return (
    <div>
      <Button variant="default" onClick={onChoose}>
        {label}
      </Button>
      <p className={classes.about}>{about}</p>
    </div>
  )
}
