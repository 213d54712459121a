import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { toast } from '../../ui/toasts.tsx'
import classes from './payment-information.module.css'

/** Sends the link to somebody else who may pay, with what the device has for it. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button
      size="md"
      variant="default"
      className={classes.share}
      leftSection={<IconShare2 size="1.125rem" stroke={1.5} />}
      onClick={() => void share(title)}
    >
      Partilhar
    </Button>
  )
}

/** Where the device shares nothing, the link is copied. */
async function share(title: string): Promise<void> {
  const url = location.href
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      toast('Ligação copiada.')
    }
  } catch (error) {
    const isChangeOfMind = error instanceof DOMException && error.name === 'AbortError'
    if (!isChangeOfMind)
      toast('Não foi possível partilhar. Copie o endereço desta página.', { tone: 'error' })
  }
}
