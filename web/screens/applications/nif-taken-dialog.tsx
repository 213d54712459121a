import { Button, Stack } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import classes from './nif-taken-dialog.module.css'
import type { Match } from './use-matches.ts'

/** What the user can do when the NIF belongs to a member or to somebody deceased. */
export interface NifTakenActions {
  /** Opens the form at the NIF. */
  onCorrect: () => void
  /** Absent where the state of the application does not allow it. */
  onDuplicate: (() => void) | undefined
}

interface NifTakenDialogProps {
  holder: Match
  record: StoredRecord
  nifTakenActions: NifTakenActions
  onClose: () => void
}

/** Replaces the acceptance when it would fail: the NIF belongs to a member or to somebody deceased. */
export function NifTakenDialog({ holder, record, nifTakenActions, onClose }: NifTakenDialogProps) {
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
        {nifTakenActions.onDuplicate && (
          <ActionChoice
            label="Marcar como duplicada"
            about={`${isMember ? 'É a mesma pessoa, que já está inscrita' : 'É a mesma pessoa'}: a candidatura fica encerrada.`}
            onClick={nifTakenActions.onDuplicate}
          />
        )}
        <ActionChoice
          label="Corrigir o NIF"
          about="São pessoas diferentes: corrija o NIF na candidatura e aceite-a depois."
          onClick={nifTakenActions.onCorrect}
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

interface ActionChoiceProps {
  label: string
  about: string
  onClick: () => void
}

function ActionChoice({ label, about, onClick }: ActionChoiceProps) {
  return (
    <div>
      <Button variant="default" onClick={onClick}>
        {label}
      </Button>
      <p className={classes.about}>{about}</p>
    </div>
  )
}
