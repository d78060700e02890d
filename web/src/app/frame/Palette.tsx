export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return opened ? <button type="button" onClick={onClose} /> : null
}
