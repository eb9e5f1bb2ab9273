export default function Verification() {
  return null
}
