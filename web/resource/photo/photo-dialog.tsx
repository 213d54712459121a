import { useEffect, useState } from 'react'
import { Button, FileButton, Image, Progress, Stack } from '@mantine/core'
import { IconPhotoPlus, IconUser } from '@tabler/icons-react'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { type CropArea, cropPhoto, PhotoCrop } from './photo-crop.tsx'
import classes from './photo-dialog.module.css'
import { attempt } from '../attempt.ts'
import { toastError } from '../toast-error.ts'

export interface PhotoDialogProps {
  name: string
  photo: string | null
  /** Uploads the cropped image. `onProgress` receives 0 to 100. */
  onSave: (file: File, onProgress: (percent: number) => void) => Promise<void>
  onRemove: () => Promise<void>
  onClose: () => void
}

const accepted = 'image/jpeg,image/png,image/webp'

/** Dialog to choose, crop and upload a photo. */
export default function PhotoDialog({ name, photo, onSave, onRemove, onClose }: PhotoDialogProps) {
  const chosen = useChosenImage()
  const [area, setArea] = useState<CropArea>()
  const [progress, setProgress] = useState<number>()

  async function save() {
    if (!chosen.url || !area) return
    setProgress(0)
    try {
      await onSave(await cropPhoto(chosen.url, area), setProgress)
      onClose()
    } catch (error) {
      toastError(error, 'Não foi possível guardar a fotografia.')
    } finally {
      setProgress(undefined)
    }
  }

  async function removePhoto() {
    const sure = await confirmDialog({
      title: name === '' ? 'Retirar a fotografia?' : `Retirar a fotografia de ${name}?`,
      message: 'A imagem é eliminada e ficam as iniciais.',
      confirmLabel: 'Retirar',
      kind: 'delete',
    })
    if (!sure) return
    await attempt(async () => {
      await onRemove()
      onClose()
    }, 'Não foi possível retirar a fotografia.')
  }

  const busy = progress !== undefined
  return (
    <Dialog
      title="Fotografia"
      width="26rem"
      onClose={onClose}
      footer={
        <>
          {photo && !chosen.url && (
            <Button variant="subtle" color="gray" mr="auto" onClick={() => void removePhoto()}>
              Retirar
            </Button>
          )}
          <FileButton accept={accepted} onChange={chosen.choose}>
            {(button) => (
              <CommandButton
                icon={IconPhotoPlus}
                label={chosen.url ? 'Escolher outra' : 'Escolher imagem'}
                {...button}
              />
            )}
          </FileButton>
          {chosen.url && (
            <Button loading={busy} disabled={!area} onClick={() => void save()}>
              Guardar
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm" px="1.5rem" pt="xs">
        {chosen.url ? (
          <PhotoCrop image={chosen.url} onArea={setArea} onUnreadable={chosen.refuse} />
        ) : (
          <PresentPhoto photo={photo} name={name} onDrop={chosen.choose} />
        )}
        {busy && <Progress value={progress} aria-label={`Enviado ${progress} %`} />}
      </Stack>
    </Dialog>
  )
}

interface PresentPhotoProps {
  photo: string | null
  name: string
  onDrop: (file: File | null) => void
}

function PresentPhoto({ photo, name, onDrop }: PresentPhotoProps) {
  return (
    <div
      className={classes.place}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop(event.dataTransfer.files[0] ?? null)
      }}
    >
      {photo ? (
        <Image src={photo} alt={`Fotografia de ${name}`} className={classes.photo} />
      ) : (
        <span className={classes.nobody}>
          <IconUser size="3rem" stroke={1} aria-hidden />
        </span>
      )}
      <p className={classes.hint}>Escolha ou arraste para aqui uma imagem JPEG, PNG ou WebP.</p>
    </div>
  )
}

function useChosenImage() {
  const [url, setUrl] = useState<string>()
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return {
    url,
    choose: (file: File | null) => {
      if (!file) return
      if (accepted.split(',').includes(file.type)) setUrl(URL.createObjectURL(file))
      else toast('Escolha uma imagem JPEG, PNG ou WebP.', { tone: 'error' })
    },
    refuse: () => {
      setUrl(undefined)
      toast('Não foi possível ler esta imagem. Escolha outra.', { tone: 'error' })
    },
  }
}
