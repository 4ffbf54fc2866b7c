// The directives for floats: ~F ~E ~G ~$. Rounding uses the exact decimal value of the argument;
// ties are rounded away from zero.
#include <algorithm>

#include "number/number.hpp"
#include "text/decimal.hpp"
#include "text/format/formatter.hpp"

namespace winnow {

namespace {

// The digits before and after the decimal point, and zeros that are printed only if there is room.
struct Digits {
  std::string before;
  std::string after;
  bool zero_before = false;
  bool zero_after = false;

  std::string text() const {
    return (zero_before ? "0" : "") + before + "." + after + (zero_after ? "0" : "");
  }
  std::size_t width() const {
    return before.size() + 1 + after.size() + (zero_before ? 1 : 0) + (zero_after ? 1 : 0);
  }
};

using Width = std::optional<std::size_t>;

// The absolute value of a real number times a power of ten.
class Magnitude {
 public:
  Magnitude(Heap& heap, Value real)
      : heap_(heap), real_(real), shortest_(shortest_decimal(heap, real)) {}

  bool is_negative() const { return shortest_.negative; }
  bool is_zero() const { return shortest_.is_zero(); }
  std::int64_t digits() const { return static_cast<std::int64_t>(shortest_.digits.size()); }
  std::int64_t point() const { return shortest_.point + shift_; }
  void move_point(std::int64_t shift) {
    if (!is_zero()) shift_ += shift;
  }
  // The value with PLACES digits after the point: rounded from the exact value if that drops
  // digits, else the shortest digits that identify the float, followed by zeros.
  Decimal at(std::int64_t places) const {
    Decimal d = shifted(shortest_);
    if (d.places() > places) {
      d = shifted(exact_decimal(heap_, real_));
      d.round_at(places);
    }
    return d;
  }
  std::int64_t places() const { return shifted(shortest_).places(); }

 private:
  Decimal shifted(Decimal d) const {
    if (!d.is_zero()) d.point += shift_;
    return d;
  }
  Heap& heap_;
  Value real_;
  Decimal shortest_;
  std::int64_t shift_ = 0;
};

// The digits of VALUE with PLACES digits after the point; without PLACES, with as many as it has
// and fit into ROOM columns, but at least LEAST.
Digits lay_out(const Magnitude& value, std::optional<std::size_t> places, Width room,
               std::int64_t least) {
  std::int64_t count = value.places();
  if (places)
    count = static_cast<std::int64_t>(*places);
  else if (room)
    count = std::min(count, std::max(least, static_cast<std::int64_t>(*room) - 1 -
                                                std::max<std::int64_t>(0, value.point())));
  Decimal rounded = value.at(count);
  Digits d;
  d.before = rounded.before_point();
  d.after = rounded.after_point(places ? count : rounded.places());
  // At least one digit on one side of the point; on both sides if there is room.
  auto fits = [&] { return !room || d.width() < *room; };
  if (d.after.empty() && !places) d.zero_after = d.before.empty() || fits();
  if (d.before.empty()) d.zero_before = (d.after.empty() && !d.zero_after) || fits();
  return d;
}

}  // namespace

// Prints V, an argument that is not a real number, as ~D does.
void Formatter::print_not_real(const Call& call, Value v) {
  Rebound in_base(heap_, Sym::star_print_base, Value::from_fixnum(10));
  Rebound radix(heap_, Sym::star_print_radix, nil());
  pad(to_text(v, false), size(call, call.directive.name == '$' ? 2 : 0, 0), true, ' ');
}

// ~w,d,k,overflowchar,padcharF
void Formatter::print_fixed(const Call& call) {
  Value v = next(call.directive);
  if (!is_real(v)) return print_not_real(call, v);
  Width width, places;
  if (call.has(0)) width = size(call, 0, 0);
  if (call.has(1)) places = size(call, 1, 0);
  print_fixed(call, v, width, places, integer(call, 2, 0), 3);
}

void Formatter::print_fixed(const Call& call, Value v, Width width, Width places,
                            std::int64_t scale, std::size_t overflow_at) {
  Magnitude value(heap_, v);
  value.move_point(scale);
  std::string sign = value.is_negative() ? "-" : call.at() ? "+" : "";
  Width room;
  if (width) room = *width - std::min(*width, sign.size());
  Digits digits = lay_out(value, places, room, value.point() > 0 ? 0 : 1);
  if (width && digits.width() + sign.size() > *width && call.has(overflow_at))
    return repeat(character(call, overflow_at, '*'), *width);
  pad(sign + digits.text(), width.value_or(0), true, character(call, overflow_at + 1, ' '));
}

// ~w,d,e,k,overflowchar,padchar,exponentcharE
void Formatter::print_exponential(const Call& call) {
  Value v = next(call.directive);
  if (!is_real(v)) return print_not_real(call, v);
  Width places;
  if (call.has(1)) places = size(call, 1, 0);
  print_exponential(call, v, places);
}

void Formatter::print_exponential(const Call& call, Value v, Width places) {
  Width width, exponent_digits;
  if (call.has(0)) width = size(call, 0, 0);
  if (call.has(2)) exponent_digits = size(call, 2, 0);
  std::int64_t scale = integer(call, 3, 1);  // digits before the point
  if (places) {
    auto d = static_cast<std::int64_t>(*places);
    if (scale > d + 1 || (scale <= 0 && -scale >= d))
      fail(call.directive, "~~E: the scale factor ~D does not fit ~D digits",
           {fixnum(scale), fixnum(d)});
    if (scale > 0) places = *places + 1 - static_cast<std::size_t>(scale);
  }
  Magnitude value(heap_, v);
  std::string sign = value.is_negative() ? "-" : call.at() ? "+" : "";
  std::string exponent;
  Digits digits;
  std::int64_t power = value.is_zero() ? 0 : value.point() - scale;
  value.move_point(-power);
  // Rounding may carry into a new digit and change the exponent; then do it once more.
  for (int attempt = 0; attempt < 2; ++attempt, ++power, value.move_point(-1)) {
    exponent = std::to_string(power < 0 ? -power : power);
    std::size_t least = exponent_digits.value_or(1);
    if (exponent.size() < least) exponent.insert(0, least - exponent.size(), '0');
    exponent.insert(0, power < 0 ? "-" : "+");
    Width room;
    std::size_t used = sign.size() + 1 + exponent.size();
    if (width) room = *width - std::min(*width, used);
    digits = lay_out(value, places, room, scale > 0 ? 0 : 1 - scale);
    auto whole = static_cast<std::int64_t>(digits.before.size());
    if (whole <= std::max<std::int64_t>(0, scale)) break;
  }
  bool exponent_overflows = exponent_digits && exponent.size() - 1 > *exponent_digits;
  std::size_t total = sign.size() + digits.width() + 1 + exponent.size();
  if (width && call.has(4) && (total > *width || exponent_overflows))
    return repeat(character(call, 4, '*'), *width);
  std::string marker;
  unicode::append_utf8(marker, character(call, 6, exponent_marker(heap_, v)));
  pad(sign + digits.text() + marker + exponent, width.value_or(0), true, character(call, 5, ' '));
}

// ~w,d,e,k,overflowchar,padchar,exponentcharG: as ~F if d digits suffice for the
// magnitude, else as ~E (22.3.3.3).
void Formatter::print_general(const Call& call) {
  Value v = next(call.directive);
  if (!is_real(v)) return print_not_real(call, v);
  Magnitude value(heap_, v);
  std::int64_t n = value.is_zero() ? 0 : value.point();
  std::size_t behind = call.has(2) ? size(call, 2, 0) + 2 : 4;
  Width width;
  if (call.has(0)) width = size(call, 0, 0);
  auto digits = call.has(1)
                    ? static_cast<std::int64_t>(size(call, 1, 0))
                    : std::max({std::int64_t{1}, value.digits(), std::min<std::int64_t>(n, 7)});
  std::int64_t places = digits - n;
  if (places < 0 || places > digits)
    return print_exponential(call, v, static_cast<std::size_t>(digits));
  Width inner;
  if (width) inner = *width - std::min(*width, behind);
  print_fixed(call, v, inner, static_cast<std::size_t>(places), 0, 4);
  repeat(' ', behind);
}

// ~d,n,w,padchar$
void Formatter::print_dollars(const Call& call) {
  Value v = next(call.directive);
  if (!is_real(v)) return print_not_real(call, v);
  std::size_t places = size(call, 0, 2);
  std::size_t least = size(call, 1, 1);
  std::size_t width = size(call, 2, 0);
  char32_t padding = character(call, 3, ' ');
  Magnitude value(heap_, v);
  std::string sign = value.is_negative() ? "-" : call.at() ? "+" : "";
  Digits digits = lay_out(value, places, {}, 0);
  std::string before = digits.before;
  if (before.size() < least) before.insert(0, least - before.size(), '0');
  std::string text = before + "." + digits.after;
  if (!call.colon()) return pad(sign + text, width, true, padding);
  out_->write(sign);
  pad(text, width - std::min(width, sign.size()), true, padding);
}

}  // namespace winnow
